/** Texts of team members and invitations. */

import type { Permission } from '../../../command-service/model/team/events.ts';
import english from '../../languages/en/teams.members.json' with { type: 'json' };
import { translation } from '../../platform/language/translation.ts';

const { messages, labels, format, element } = translation('teams.members', english);

export { element, format, messages };

/** What each permission allows (infra/docs/product.md, "Permissions"). */
export const PERMISSION_HINTS: Readonly<Record<Permission, string>> = labels('permissionHints');

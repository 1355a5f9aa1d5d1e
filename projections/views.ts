/** Every view there is: what the composition starts and a rebuild can name. */
import type { View } from './view.ts';
import { checks } from './views/checks.ts';
import { evidenceFiles } from './views/evidence-files.ts';
import { linkHistory } from './views/link-history.ts';
import { links } from './views/links.ts';
import { users } from './views/users.ts';

export const views: readonly View<object>[] = [links, checks, users, linkHistory, evidenceFiles];

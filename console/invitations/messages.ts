import english from '../languages/en/invitations.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('invitations', english);

export { format, messages };

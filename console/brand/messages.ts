import english from '../languages/en/brand.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';

const { messages, format } = translation('brand', english);

export { format, messages };

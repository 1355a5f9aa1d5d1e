/** Texts of clients, the domains that links lead to. */
import english from '../languages/en/clients.json' with { type: 'json' };
import { translation } from '../platform/language/translation.ts';
import type { ClientOrder } from './client-sort.ts';

const { messages, labels, format } = translation('clients', english);

export { format, messages };

/** The tabs of a client’s page. */
export const CLIENT_TABS: Readonly<Record<string, string>> = labels('tab');

export const CLIENT_ORDER_LABELS: Readonly<Record<ClientOrder['order'], string>> = labels('clientOrder');

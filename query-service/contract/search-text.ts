/** How a list searches. Contract: the console finds in its own lists what the server finds in its lists. */
export { searchable, sought } from '../../infra/ports/text/searched-text.ts';

/** The process: where it listens and keeps its data, and which roles it plays. */
import path from 'node:path';
import { address, list, text, type VariableValues, whole } from './variable.ts';

/** The roles one process can play. */
const ROLES = ['command', 'query', 'projections', 'reactors', 'relay', 'checker'] as const;
export type Service = (typeof ROLES)[number];

export const PROCESS = {
  PORT: whole('The port it listens on; 0 for any free one.', 0, 65_535).default(3000),
  HOST: text('The address it listens on; 0.0.0.0 for all.').default('127.0.0.1'),
  PUBLIC_URL: address(
    'Public base URL, used in email links.',
    'must be an address such as https://links.example.com, without a path',
    (url) => /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '',
  ).meta({ shown: 'http://localhost:3000' }),
  DATA_DIR: text('The folder that holds everything: events, views, keys, outbox.').default('./data'),
  SERVICES: list(
    text('Which roles this process plays.')
      .notOneOf(
        ['scheduler'],
        `names scheduler, which is part of reactors now: write ${ROLES.join(',')} for everything`,
      )
      .oneOf(ROLES, `must be some of ${ROLES.join(', ')}, with commas`),
  ).default([...ROLES]),
};

/** Where the process listens and keeps its data, and its roles. */
export const processOf = (values: VariableValues<typeof PROCESS>) => ({
  port: values.PORT,
  host: values.HOST,
  /** null: http://localhost and the port it listens on. */
  publicUrl: values.PUBLIC_URL?.replace(/\/$/, '') ?? null,
  dataDir: path.resolve(values.DATA_DIR),
  services: Object.freeze(values.SERVICES),
});

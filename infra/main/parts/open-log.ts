import { type LinkledgerEvent, PERSONAL_FIELDS } from '../../../command-service/contract/events.ts';
import { encryptPersonalData, type PersonalFields } from '../../crypto/personal-data.ts';
import type { Logger } from '../../ports/process/logger.ts';
import type { EventStore, Feed } from '../../ports/storage/event-store.ts';
import type { KeyStore } from '../../ports/storage/key-store.ts';

/** The log as every role reads and writes it: personal data is plain text here, and ciphertext in the engine. */
export function openLog(
  engine: { readonly log: EventStore<LinkledgerEvent> & Feed<LinkledgerEvent>; readonly keys: KeyStore },
  logger: Logger,
  personal: PersonalFields = PERSONAL_FIELDS,
): EventStore<LinkledgerEvent> & Feed<LinkledgerEvent> {
  return encryptPersonalData(engine.log, engine.keys, personal, (unreadable) =>
    logger.error(unreadable, 'a personal field of this event is damaged or was tampered with; it reads as null'),
  );
}

/** Requests a check of one link. */
import type { EventMetadata, EventStore } from '../../infra/ports/event-store.ts';
import type { RequestCheck } from '../commands/check.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { check } from '../deciders/check.ts';
import { handle } from '../handle.ts';

/** The check to wait for, and the position of the stream's last event. */
interface RequestedCheck {
  readonly checkId: string;
  readonly position: number;
}

/** Requests a check, or joins the one that is open. */
export async function requestCheck(
  store: EventStore<LinkledgerEvent>,
  request: Omit<RequestCheck, 'type'>,
  metadata: EventMetadata,
): Promise<RequestedCheck> {
  const { state, position } = await handle(store, check, { type: 'RequestCheck', ...request }, metadata);
  return { checkId: state.open?.checkId ?? request.checkId, position };
}

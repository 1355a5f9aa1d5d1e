/** Requests a check of one link. */
import type { EventMetadata, EventStore } from '../../infra/ports/storage/event-store.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle } from '../core/handle.ts';
import type { RequestCheck } from '../model/check/commands.ts';
import { check } from '../model/check/decider.ts';

/** The check to wait for, and the position of its stream's last event. */
interface AwaitedCheck {
  readonly checkId: string;
  readonly position: number;
}

/** Requests a check, or joins the one that is open. */
export async function requestCheck(
  store: EventStore<LinkledgerEvent>,
  request: Omit<RequestCheck, 'type'>,
  metadata: EventMetadata,
): Promise<AwaitedCheck> {
  const { state, position } = await handle(store, check, { type: 'RequestCheck', ...request }, metadata);
  return { checkId: state.open?.checkId ?? request.checkId, position };
}

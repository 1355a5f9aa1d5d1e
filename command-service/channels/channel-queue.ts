/**
 * The messages that wait for the receivers of channels. A message is stored with its body before it is sent, and sent
 * until the receiver takes it: at least once, in order for each channel, always with the same id and body. A slow or dead
 * receiver delays no other channel. A channel that fails for a day is paused; what comes then is recorded, and not sent.
 */
import { createHash } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Logger } from '../../infra/ports/process/logger.ts';
import { inRounds } from '../../infra/ports/process/rounds.ts';
import type { DurableStore } from '../../infra/ports/storage/durable-store.ts';
import type { EventStore } from '../../infra/ports/storage/event-store.ts';
import type { ReadStore } from '../../infra/ports/storage/read-store.ts';
import { users } from '../../projections/views/people/users.ts';
import { isDue } from '../clock/clock-trust.ts';
import {
  ALL_CHANNELS,
  type Attempt,
  BODY,
  type ChannelHealth,
  channelOf,
  DELIVERY,
  type Delivery,
  deliveryKey,
  HEALTH,
  KEPT_DAYS,
  WAITING,
} from '../contract/channel-deliveries.ts';
import type { LinkledgerEvent } from '../contract/events.ts';
import { handle, load } from '../core/handle.ts';
import { channelMail } from '../mail/channel-mail.ts';
import type { MailOutbox } from '../mail/outbox.ts';
import { type Channel, channel, streamOf } from '../model/channel/decider.ts';
import { team, streamOf as teamStreamOf } from '../model/team/decider.ts';
import type { UnsubscribeLinks } from '../unsubscribe/unsubscribe-links.ts';
import type { ChannelMessage } from './channel-message.ts';
import type { ChannelSender, Sent } from './channel-sender.ts';
import { FORMATS } from './formats/all-formats.ts';
import { bodyOf } from './formats/format.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The pauses after the first tries; the last pause repeats. */
const PAUSES_MS = [1 / 6, 0.5, 2, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE_MS);
/** How long a message is tried. */
const PATIENCE_MS = 3 * DAY_MS;
/** A channel that fails for so long is paused. */
const FAILING_MS = DAY_MS;
/** How often a paused channel is looked at. */
const REST_MS = 60 * MINUTE_MS;
const ROUND_MS = 1_000;
/** Channels that are sent to at once. */
const AT_ONCE = 32;
const MAX_ATTEMPTS = 10;

interface ChannelQueueOptions {
  readonly state: DurableStore;
  readonly store: EventStore<LinkledgerEvent>;
  readonly reads: Pick<ReadStore, 'getMany'>;
  readonly outbox: Pick<MailOutbox, 'add'>;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'ofSetting'>;
  readonly sender: Pick<ChannelSender, 'send' | 'close'>;
  /** Base URL of our pages, without a trailing slash. */
  readonly publicUrl: string;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Milliseconds between two rounds. */
  readonly roundMs?: number;
}

export class ChannelQueue {
  readonly #options: ChannelQueueOptions;
  /** The channels that are being sent to. */
  readonly #busy = new Map<string, Promise<void>>();
  #failed = 0;
  #dropped = 0;

  constructor(options: ChannelQueueOptions) {
    this.#options = options;
  }

  /** The failed tries of this process. */
  get failed(): number {
    return this.#failed;
  }

  /** The messages that this process gave up. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of messages that wait. */
  async waiting(): Promise<number> {
    return (await this.#options.state.listOf(WAITING, ALL_CHANNELS)).length;
  }

  /**
   * Stores a message to be sent; it is safe once this resolves. A repeated call with the same id changes nothing. Nothing is
   * stored for a removed channel. Call it for one message of a channel after the other.
   */
  async enqueue(channelId: string, message: ChannelMessage): Promise<void> {
    const { state } = this.#options;
    const key = deliveryKey(channelId, idOf(channelId, message));
    const known = await state.get<Delivery>(DELIVERY, key);
    if (known?.state === 'waiting') await this.#markWaiting(key, known.place);
    if (known !== null) return;
    const to = await this.#channel(channelId);
    if (to === null) return;
    const queued = await state.listOf<number>(WAITING, ALL_CHANNELS);
    const places = queued.flatMap(({ key, value }) => (channelOf(key) === channelId ? [value] : []));
    const place = 1 + Math.max(0, ...places);
    const isPaused = to.pausedBecause !== null;
    if (isPaused) this.#dropped += 1;
    const next = isPaused ? null : { at: this.#after(0), pauseMs: 0 };
    const outcome = isPaused ? ('dropped' as const) : ('waiting' as const);
    const delivery = { ...this.#delivery(to, channelId, message), place, next, state: outcome };
    await this.#put(channelId, delivery, bodyOf(FORMATS[to.kind], message));
    if (!isPaused) await this.#markWaiting(key, place);
  }

  /** Sends what waits until aborted. Only one process should: two send some messages twice. */
  async run(signal: AbortSignal): Promise<void> {
    const { logger, roundMs = ROUND_MS } = this.#options;
    const trouble = { logger, failing: 'could not read the messages that wait for channels; trying again' };
    await inRounds(() => this.#round(signal), roundMs, trouble, signal);
    await Promise.all(this.#busy.values());
  }

  /** Sends a message at once, past the queue, and records the result. null: there is no such channel. */
  async sendTest(channelId: string, message: ChannelMessage): Promise<{ delivery: Delivery; body: string } | null> {
    const to = await this.#channel(channelId);
    if (to === null) return null;
    const body = bodyOf(FORMATS[to.kind], message);
    const delivery = this.#delivery(to, channelId, message);
    const sent = await this.#send(channelId, to, delivery, body, NEVER);
    const done = withAttempt(delivery, sent, sent.attempt.error === null ? FORMATS[to.kind].result : 'failed');
    // The deliveries of a channel are removed once, with the channel.
    if ((await this.#channel(channelId)) === null) return null;
    await this.#put(channelId, done, body);
    return { delivery: done, body };
  }

  /** Sends a stored message once more, at once, with the same id and body. null: there is no such message. */
  async sendAgain(channelId: string, deliveryId: string): Promise<{ delivery: Delivery; body: string } | null> {
    const { state } = this.#options;
    const key = deliveryKey(channelId, deliveryId);
    const { to, delivery, body } = await this.#stored(channelId, key);
    if (to === null || delivery === null || body === null) return null;
    const sent = await this.#send(channelId, to, delivery, body, NEVER);
    // The queue may have sent it meanwhile.
    const newest = (await state.get<Delivery>(DELIVERY, key)) ?? delivery;
    const failed = newest.state === 'dropped' ? 'failed' : newest.state;
    const done = withAttempt(newest, sent, sent.attempt.error === null ? FORMATS[to.kind].result : failed);
    await this.#replace(key, done);
    if (done.state !== 'waiting') await state.remove(WAITING, key);
    return { delivery: done, body };
  }

  /** Tries what waits for a channel that a person has resumed or changed at once. */
  async resumed(channelId: string): Promise<void> {
    const { state } = this.#options;
    for (const { key } of await state.listOf(WAITING, ALL_CHANNELS)) {
      if (channelOf(key) !== channelId) continue;
      const delivery = await state.get<Delivery>(DELIVERY, key);
      if (delivery?.next) await this.#replace(key, { ...delivery, next: { at: this.#after(0), pauseMs: 0 } });
    }
    const health = await this.#health(channelId);
    if (health.failingSince !== null) await this.#putHealth(channelId, { ...health, failingSince: null });
  }

  /** The page with the channels of a team. */
  pageOf(teamId: string): string {
    return `${this.#options.publicUrl}/channels?team=${teamId}`;
  }

  close(): Promise<void> {
    return this.#options.sender.close();
  }

  /** Starts to send to each channel whose first message is due. */
  async #round(signal: AbortSignal): Promise<void> {
    const { state, logger, now } = this.#options;
    const waiting = await state.listOf<number>(WAITING, ALL_CHANNELS);
    const due: { readonly channelId: string; readonly keys: readonly string[]; readonly at: string }[] = [];
    for (const [channelId, entries] of Map.groupBy(waiting, ({ key }) => channelOf(key))) {
      if (this.#busy.has(channelId)) continue;
      const keys = entries
        .toSorted((one, other) => one.value - other.value || (one.key < other.key ? -1 : 1))
        .map(({ key }) => key);
      const first = await state.get<Delivery>(DELIVERY, keys[0] ?? '');
      // Clocks differ a little.
      if (first?.next && !isDue(first.next.at, first.next.pauseMs + MINUTE_MS, now())) continue;
      due.push({ channelId, keys, at: first?.next?.at ?? '' });
    }
    due.sort((one, other) => (one.at < other.at ? -1 : 1));
    for (const { channelId, keys } of due.slice(0, AT_ONCE - this.#busy.size)) {
      const work = this.#sendTo(channelId, keys, signal)
        .catch((err: unknown) =>
          logger.error({ err, channelId }, 'could not record the messages of a channel; trying again'),
        )
        .finally(() => this.#busy.delete(channelId));
      this.#busy.set(channelId, work);
    }
  }

  /** Sends the messages of a channel in order, until one of them has to wait. */
  async #sendTo(channelId: string, keys: readonly string[], signal: AbortSignal): Promise<void> {
    for (const key of keys) if (signal.aborted || !(await this.#sendFirst(channelId, key, signal))) return;
  }

  /** Whether the message no longer waits. */
  async #sendFirst(channelId: string, key: string, signal: AbortSignal): Promise<boolean> {
    const { state } = this.#options;
    const { to, delivery, body } = await this.#stored(channelId, key);
    if (to === null || delivery?.state !== 'waiting' || body === null) {
      await state.remove(WAITING, key);
      return true;
    }
    if (this.#isTooOld(delivery, 0)) return this.#drop(channelId, key, delivery);
    if (to.pausedBecause !== null) {
      await this.#replace(key, { ...delivery, next: { at: this.#after(REST_MS), pauseMs: REST_MS } });
      return false;
    }
    const sent = await this.#send(channelId, to, delivery, body, signal);
    if (signal.aborted) return false;
    // Somebody may have sent it by hand meanwhile, or removed the channel.
    const newest = await state.get<Delivery>(DELIVERY, key);
    if (newest?.state !== 'waiting') return true;
    if (sent.attempt.error === null) {
      await this.#replace(key, withAttempt(newest, sent, FORMATS[to.kind].result));
      await state.remove(WAITING, key);
      return true;
    }
    return this.#hasFailed(channelId, to, key, newest, sent);
  }

  async #hasFailed(channelId: string, to: Channel, key: string, delivery: Delivery, sent: Sent): Promise<boolean> {
    const { state, logger } = this.#options;
    const { at, status, error } = sent.attempt;
    if (status === 410) {
      await this.#pause(channelId, to, 'gone', sent.attempt);
      await this.#replace(key, withAttempt(delivery, sent, 'failed'));
      await state.remove(WAITING, key);
      this.#dropped += 1;
      return false;
    }
    const pauseMs = Math.max(pauseAfter(delivery.attempts.length + 1), sent.retryAfterMs ?? 0);
    const failed = { ...withAttempt(delivery, sent, 'waiting'), next: { at: this.#after(pauseMs), pauseMs } };
    const health = await this.#health(channelId);
    const { failingSince } = health;
    // A clock that was set back begins anew.
    const since = failingSince === null || failingSince > at ? at : failingSince;
    if (since !== failingSince) await this.#putHealth(channelId, { ...health, failingSince: since });
    if (Date.parse(at) - Date.parse(since) >= FAILING_MS)
      await this.#pause(channelId, to, 'failing', sent.attempt, since);
    if (this.#isTooOld(delivery, pauseMs)) return this.#drop(channelId, key, failed);
    const facts = { channelId, kind: to.kind, status, error, nextAt: failed.next.at };
    logger.warn(facts, 'a channel did not take a message; trying again later');
    await this.#replace(key, failed);
    return false;
  }

  async #drop(channelId: string, key: string, delivery: Delivery): Promise<true> {
    const { state, logger } = this.#options;
    const { id: deliveryId, at } = delivery;
    logger.error({ channelId, deliveryId, at }, 'a channel did not take a message for three days; giving up on it');
    this.#dropped += 1;
    await this.#replace(key, { ...delivery, state: 'dropped', next: null });
    await state.remove(WAITING, key);
    return true;
  }

  /** Pauses a channel, and mails that to its team’s owner and full members: the mails first, each of them once. */
  async #pause(
    channelId: string,
    to: Channel,
    because: 'failing' | 'gone',
    { at, error }: Attempt,
    since = at,
  ): Promise<void> {
    const { store, reads, outbox, unsubscribing, logger } = this.#options;
    const { state } = await load(store, team, teamStreamOf(to.teamId));
    if (state.status === 'active') {
      const full = [...state.members].flatMap(([userId, permission]) => (permission === 'full' ? [userId] : []));
      for (const { id, email, settings } of await reads.getMany(users, [state.ownerId, ...full])) {
        if (email === '') continue;
        const words = { name: to.name, team: state.name, because, error: error ?? '', url: this.pageOf(to.teamId) };
        const unsubscribe = unsubscribing.ofSetting(id, 'emailNotifications');
        const mail = channelMail({ email, language: settings.language, unsubscribe, ...words });
        await outbox.add(mail, { id: `channel ${channelId} ${because} ${since} ${id}`, kind: 'channel-mail' });
      }
    }
    const id = uuidv7();
    const metadata = { actor: 'system', correlationId: id, causationId: id, at: this.#after(0) };
    await handle(store, channel, { type: 'PauseChannel', channelId, because }, metadata);
    logger.warn({ channelId, because }, 'a channel was paused');
  }

  async #send(channelId: string, to: Channel, delivery: Delivery, body: string, signal: AbortSignal): Promise<Sent> {
    const sent = await this.#options.sender.send(to, { id: delivery.id, body }, signal);
    const { at, error } = sent.attempt;
    if (error === null) await this.#putHealth(channelId, { failingSince: null, lastDeliveredAt: at });
    else if (!signal.aborted) this.#failed += 1;
    return sent;
  }

  async #stored(channelId: string, key: string) {
    const { state } = this.#options;
    const delivery = await state.get<Delivery>(DELIVERY, key);
    return { to: await this.#channel(channelId), delivery, body: await state.get<string>(BODY, key) };
  }

  /** null: it does not exist, or was removed. */
  async #channel(channelId: string): Promise<Channel | null> {
    const { state } = await load(this.#options.store, channel, streamOf(channelId));
    return state.status === 'added' ? state : null;
  }

  #delivery({ host }: Channel, channelId: string, message: ChannelMessage): Delivery {
    const { kind, title } = message;
    const none = { state: 'failed', next: null, attempts: [], headers: {}, place: 0 } as const;
    return { id: idOf(channelId, message), at: this.#after(0), kind, title, host, ...none };
  }

  async #put(channelId: string, delivery: Delivery, body: string): Promise<void> {
    const { state } = this.#options;
    const key = deliveryKey(channelId, delivery.id);
    await state.put(BODY, key, body, this.#kept(), channelId);
    await state.put(DELIVERY, key, delivery, this.#kept(), channelId);
  }

  async #replace(key: string, delivery: Delivery): Promise<void> {
    const until = new Date(Date.parse(delivery.at) + KEPT_DAYS * DAY_MS).toISOString();
    await this.#options.state.replace(DELIVERY, key, delivery, until);
  }

  async #markWaiting(key: string, place: number): Promise<void> {
    await this.#options.state.put(WAITING, key, place, this.#kept(), ALL_CHANNELS);
  }

  async #health(channelId: string): Promise<ChannelHealth> {
    return (
      (await this.#options.state.get<ChannelHealth>(HEALTH, channelId)) ?? { failingSince: null, lastDeliveredAt: null }
    );
  }

  async #putHealth(channelId: string, health: ChannelHealth): Promise<void> {
    await this.#options.state.put(HEALTH, channelId, health, this.#after(366 * DAY_MS), channelId);
  }

  #isTooOld({ at }: Delivery, inMs: number): boolean {
    return this.#options.now().getTime() + inMs - Date.parse(at) > PATIENCE_MS;
  }

  #kept(): string {
    return this.#after(KEPT_DAYS * DAY_MS);
  }

  /** The instant in `ms` milliseconds. */
  #after(ms: number): string {
    return new Date(this.#options.now().getTime() + ms).toISOString();
  }
}

const NEVER = new AbortController().signal;

/** The `webhook-id`: the same for the same message to the same channel. */
function idOf(channelId: string, { id }: ChannelMessage): string {
  return `msg_${createHash('sha256').update(`${channelId} ${id}`).digest('hex').slice(0, 32)}`;
}

function withAttempt(delivery: Delivery, { attempt, headers }: Sent, state: Delivery['state']): Delivery {
  const attempts = [...delivery.attempts, attempt].slice(-MAX_ATTEMPTS);
  return { ...delivery, attempts, headers, state, next: state === 'waiting' ? delivery.next : null };
}

/** The pause in ms after this many tries. */
function pauseAfter(tries: number): number {
  return PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? MINUTE_MS;
}

/** The port for statuses of links, as other programs of an agency may read them. */

/** One message. A null value means that the key was deleted. */
export interface LinkStatusMessage {
  readonly key: string;
  readonly value: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface LinkStatusTopic {
  /**
   * Publishes the messages in order, durably, and resolves when they can no longer be lost.
   * @throws Error if that failed or is unknown: publish them again.
   */
  publish(messages: readonly LinkStatusMessage[]): Promise<void>;
}

/** What failures of the client mean. */

/** Whether a topic is missing, as after a broker lost its data. */
export function isUnknownTopic(error: unknown): boolean {
  return hasType(error, 'UNKNOWN_TOPIC_OR_PARTITION');
}

/** Whether the broker has just started, and reads what it knows of the group: the client does not wait for that. */
export function isLoadingGroup(error: unknown): boolean {
  return hasType(error, 'GROUP_LOAD_IN_PROGRESS');
}

/**
 * Whether the same request may succeed soon: a topic was just created, its leader or the coordinator of a group is just
 * moving to another broker, or a broker cannot be reached. The error of a request that the client gave up has the
 * reason as its cause.
 */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errors' in error && Array.isArray(error.errors)) return error.errors.every(isPassing);
  // Another process has just created the topic, or a broker has left since the brokers were counted.
  if (hasType(error, 'TOPIC_ALREADY_EXISTS') || hasType(error, 'INVALID_REPLICATION_FACTOR')) return true;
  return ('retriable' in error && error.retriable === true) || isPassing(error.cause);
}

/** Whether the broker ended the connection. */
export function isClosedConnection(error: unknown): boolean {
  return error instanceof Error && (error.name === 'KafkaJSConnectionClosedError' || isClosedConnection(error.cause));
}

function hasType(error: unknown, type: string): boolean {
  if (!(error instanceof Error)) return false;
  return ('type' in error && error.type === type) || hasType(error.cause, type);
}

/** What the client says about a failure. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A request for several topics fails with an error for each.
  return 'errors' in error && Array.isArray(error.errors) ? error.errors.map(messageOf).join(', ') : error.message;
}

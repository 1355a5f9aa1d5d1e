/** Marks an unread alert. */
import { messages } from './messages.ts';
import { Pill } from './Pill.tsx';

export function UnreadBadge() {
  return <Pill color="primary.main">{messages.isNew}</Pill>;
}

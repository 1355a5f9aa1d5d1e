/** The scheduled backups. */
import type { SystemAnswer } from '../../query-service/contract/answers/system.ts';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { Fact } from './Fact.tsx';
import { element, format, formatInterval, messages } from './messages.ts';

export function Backups({ system: { backup, engines } }: { system: SystemAnswer }) {
  if (backup === null) {
    const hint = engines.log === 'SQLite' ? messages.noBackupHint : messages.serversBackupHint;
    return <Fact more={hint}>{messages.noBackup}</Fact>;
  }
  const { folder, everySeconds, keep, lastAt, hasFailed } = backup;
  return (
    <>
      <Fact>
        {lastAt === null ? messages.noBackupYet : element('lastBackup', { at: <RelativeTime at={lastAt} /> })}
        {hasFailed && ` ${messages.backupFailed}`}
      </Fact>
      <Fact more={folder}>{format('schedule', { every: formatInterval(everySeconds), keep })}</Fact>
    </>
  );
}

/** The engines, the free space of the disk, and the newest seal of the log. */
import type { SystemAnswer } from '../../query-service/contract/answers/system.ts';
import { formatDay } from '../platform/format/dates.ts';
import { Fact } from './Fact.tsx';
import { format, formatBytes, messages } from './messages.ts';

export function Storage({ system: { engines, disk, seal } }: { system: SystemAnswer }) {
  return (
    <>
      <Fact>
        {format(engines.checks === 'Kafka' ? 'enginesKafka' : 'engines', { log: engines.log, views: engines.views })}
      </Fact>
      {disk === null ? (
        <Fact>{messages.diskUnknown}</Fact>
      ) : (
        <Fact more={disk.folder}>
          {format('disk', { free: formatBytes(disk.freeBytes), size: formatBytes(disk.sizeBytes) })}
        </Fact>
      )}
      {seal === null ? (
        <Fact more={messages.noSealHint}>{messages.noSeal}</Fact>
      ) : (
        <Fact more={messages.sealHint}>{format('seal', { day: formatDay(seal.day), count: seal.count })}</Fact>
      )}
    </>
  );
}

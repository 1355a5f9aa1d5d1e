/** The processes of the installation, their roles and versions. */
import type { SystemProcessAnswer } from '../../query-service/contract/answers/system.ts';
import { SectionList } from '../ui/layout/Section.tsx';
import { RelativeTime } from '../ui/text/RelativeTime.tsx';
import { Fact } from './Fact.tsx';
import { element, format, formatBytes, messages, PROCESS_LABELS, ROLE_LABELS } from './messages.ts';

export function Processes({ processes }: { processes: readonly SystemProcessAnswer[] }) {
  return (
    <SectionList label={messages.processes}>
      {processes.map(({ id, machine, roles, version, node, startedAt, memoryBytes, state }) => (
        <Fact
          key={id}
          isItem
          more={element('process', {
            machine,
            version,
            node,
            memory: formatBytes(memoryBytes),
            state: PROCESS_LABELS[state],
            started: <RelativeTime at={startedAt} />,
          })}
        >
          {format('roles', { roles: roles.map((role) => ROLE_LABELS[role] ?? role).join(', ') })}
        </Fact>
      ))}
    </SectionList>
  );
}

/** What a process of the installation reports about itself to the others. */
import os from 'node:os';
import type {
  SystemBackupAnswer,
  SystemDiskAnswer,
  SystemMailsAnswer,
  SystemProblemAnswer,
  SystemProcessAnswer,
  SystemRestingAnswer,
  SystemViewAnswer,
} from '../../../query-service/contract/answers/system.ts';
import { PROGRAM_VERSION } from '../../engines/embedded/folder/program-version.ts';

/** Facts that only some roles know. */
export interface RoleReport {
  readonly mails?: SystemMailsAnswer;
  readonly backup?: SystemBackupAnswer;
  readonly resting?: SystemRestingAnswer;
  /** Whether the log does not fit its hash chain. */
  readonly isChainBroken?: boolean;
}

export interface ProcessReport extends RoleReport {
  readonly process: SystemProcessAnswer;
  /** The views that it keeps. */
  readonly views: readonly SystemViewAnswer[];
  readonly checksSilentSeconds?: number;
  /** Whether orders of checks go through Kafka; only processes that take part know. */
  readonly usesKafka?: boolean;
  readonly disk?: SystemDiskAnswer;
  /** The problems that the process found itself. */
  readonly problems: readonly SystemProblemAnswer[];
}

/** The facts of this process. */
export function describeProcess(
  id: string,
  roles: readonly string[],
  startedAt: Date,
  state: SystemProcessAnswer['state'],
): SystemProcessAnswer {
  return {
    ...{ id, machine: os.hostname(), roles, version: PROGRAM_VERSION, node: process.versions.node },
    ...{ startedAt: startedAt.toISOString(), memoryBytes: process.memoryUsage.rss(), state },
  };
}

/**
 * Divides partitions among the processes of a consumer group. All topics keyed by host have the same number of
 * partitions, and partition i of each goes to the same process, so that one process makes all visits to a host.
 */
import { createHash } from 'node:crypto';
import { AssignerProtocol, type PartitionAssigner } from 'kafkajs';

interface SubscribedMember {
  readonly memberId: string;
  /** The same in each group that the process belongs to. */
  readonly process: string;
  readonly topics: readonly string[];
}

/**
 * Creates the assigner of a process. A process that joins or leaves moves few partitions: each partition ranks the
 * members in its own order, and no member gets more than its share.
 */
export function hostAssigner(process: string): PartitionAssigner {
  const [name, version] = ['linkledger-hosts', 1];
  return ({ cluster }) => ({
    ...{ name, version },
    async assign({ members, topics }) {
      const all = members.map(({ memberId, memberMetadata }) => memberOf(memberId, memberMetadata));
      const assigned = new Map(all.map(({ memberId }) => [memberId, {} as Record<string, number[]>]));
      for (const topic of topics) {
        const partitions = cluster.findTopicPartitionMetadata(topic).map(({ partitionId }) => partitionId);
        const subscribed = all.filter((member) => member.topics.includes(topic));
        for (const [partition, { memberId }] of divide(partitions, subscribed)) {
          const ofMember = assigned.get(memberId) ?? {};
          ofMember[topic] = [...(ofMember[topic] ?? []), partition];
        }
      }
      return [...assigned].map(([memberId, assignment]) => ({
        memberId,
        memberAssignment: AssignerProtocol.MemberAssignment.encode({ version, assignment, userData: Buffer.alloc(0) }),
      }));
    },
    protocol: ({ topics }) => ({
      name,
      metadata: AssignerProtocol.MemberMetadata.encode({ version, topics, userData: Buffer.from(process) }),
    }),
  });
}

/** The member of each partition: the same for the same numbers of partitions and the same processes. */
export function divide<M extends { readonly process: string }>(
  partitions: readonly number[],
  members: readonly M[],
): ReadonlyMap<number, M> {
  const room = new Map(members.map((member) => [member, Math.ceil(partitions.length / members.length)]));
  const divided = new Map<number, M>();
  for (const partition of partitions.toSorted((one, other) => one - other)) {
    const [preferred] = members
      .filter((member) => (room.get(member) ?? 0) > 0)
      .map((member) => ({ member, rank: rankOf(partition, member.process) }))
      .toSorted((one, other) => (one.rank < other.rank ? -1 : 1));
    if (preferred === undefined) continue;
    divided.set(partition, preferred.member);
    room.set(preferred.member, (room.get(preferred.member) ?? 0) - 1);
  }
  return divided;
}

function rankOf(partition: number, process: string): string {
  return createHash('sha1').update(`${partition} ${process}`).digest('hex');
}

function memberOf(memberId: string, metadata: Buffer): SubscribedMember {
  const decoded = AssignerProtocol.MemberMetadata.decode(metadata);
  return { memberId, process: decoded?.userData.toString() ?? memberId, topics: decoded?.topics ?? [] };
}

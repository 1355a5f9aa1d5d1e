import test from 'ava';
import { StartError } from '../../ports/process/start-error.ts';
import { planCluster } from './cluster-plan.ts';

const lines = (args: string, hasKafka: boolean) =>
  planCluster(args.split(' ').filter(Boolean), hasKafka).map(({ name, services }) => `${name}: ${services}`);

test('with Kafka each kind has its own processes', (t) => {
  t.deepEqual(lines('--command 2 --query 1 --projections 1 --checker 2', true), [
    'command 1: command,reactors,relay',
    'command 2: command,reactors,relay',
    'query 1: query',
    'projections 1: projections',
    'checker 1: checker',
    'checker 2: checker',
  ]);
});

test('without Kafka one process has everything around the checks', (t) => {
  t.deepEqual(lines('--command 2', false), [
    'command 1: command,reactors,relay,checker',
    'command 2: command',
    'query 1: query',
    'projections 1: projections',
  ]);
  const error = t.throws(() => lines('--checker 3', false), { instanceOf: StartError });
  t.is(error?.message, 'Without KAFKA_BROKERS, checks are made in one process: write --checker 1.');
});

test('unusable arguments are refused with an example', (t) => {
  for (const args of ['--query 0', '--query many', '--command 99', '--mailer 1', 'two']) {
    const error = t.throws(() => lines(args, true), { instanceOf: StartError });
    t.regex(error?.message ?? '', /npm run cluster -- --command 2/);
  }
});

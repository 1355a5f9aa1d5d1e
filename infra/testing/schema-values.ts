/**
 * Values that a JSON Schema allows, for property tests of the API's description: as far as our descriptions use the
 * keywords. Every value is validated, so that a keyword which the generator does not know narrows the values, too.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';

export type Schema = Readonly<Record<string, unknown>>;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Texts that people hardly ever send, and programs do. */
const ODD_TEXTS = [
  '',
  ' ',
  '\t',
  '\n',
  '\u0000',
  '\u001b[2J',
  '\u00a0',
  '\u2028',
  '0',
  '-1',
  'null',
  'ſ',
  '💡',
  '__proto__',
];

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  date: fc
    .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  'date-time': fc.date({ noInvalidDate: true, max: new Date('9999-12-31') }).map((date) => date.toISOString()),
  email: fc.emailAddress(),
  // Nobody listens there: a visit ends at once.
  uri: fc.webPath({ size: 'medium' }).map((path) => `http://127.0.0.1:1${path}`),
};

/** Any value that the schema allows. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  const isValid = ajv.compile(schema);
  return candidatesOf(schema).filter((value) => isValid(value));
}

function candidatesOf(schema: Schema): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, allOf, ...rest } = schema;
  const parts = [anyOf, oneOf].flatMap((each) => (Array.isArray(each) ? [each as Schema[]] : []));
  if (Array.isArray(allOf))
    return candidatesOf((allOf as Schema[]).reduce(joined, withoutUndefined({ ...rest, anyOf, oneOf })));
  const [choice, ...others] = parts;
  if (choice !== undefined) {
    const more = others.length === 0 ? {} : { oneOf: others[0] };
    return fc.oneof(...choice.map((part) => candidatesOf(joined({ ...rest, ...more }, part))));
  }
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (Object.keys(schema).every((key) => key === 'title')) return fc.constantFrom(null, true, 0, '', [], {});
  const types =
    schema.type === undefined ? ['string', 'number', 'boolean', 'null', 'object', 'array'] : [schema.type].flat();
  return fc.oneof(...types.map((type) => ofType(String(type), schema)));
}

function withoutUndefined(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** Both schemas. Of two choices each pair is a choice. Other keywords of the second replace those of the first. */
function joined(one: Schema, other: Schema): Schema {
  const result: Record<string, unknown> = { ...one, ...other };
  for (const name of ['anyOf', 'oneOf'] as const) {
    const [first, second] = [one[name], other[name]] as (Schema[] | undefined)[];
    if (first !== undefined && second !== undefined)
      result[name] = first.flatMap((a) => second.map((b) => joined(a, b)));
  }
  if (one.enum !== undefined && other.enum !== undefined)
    result.enum = (one.enum as unknown[]).filter((value) => (other.enum as unknown[]).includes(value));
  if (one.required !== undefined && other.required !== undefined)
    result.required = [...(one.required as string[]), ...(other.required as string[])];
  if (one.properties !== undefined && other.properties !== undefined) {
    const [mine, theirs] = [one.properties, other.properties] as Readonly<Record<string, Schema>>[];
    result.properties = Object.fromEntries(
      [...new Set([...Object.keys(mine ?? {}), ...Object.keys(theirs ?? {})])].map((name) => [
        name,
        joined(mine?.[name] ?? {}, theirs?.[name] ?? {}),
      ]),
    );
  }
  return result;
}

function ofType(type: string, schema: Schema): fc.Arbitrary<unknown> {
  const numberOf = (name: string, otherwise: number) => (typeof schema[name] === 'number' ? schema[name] : otherwise);
  switch (type) {
    case 'string':
      return texts(schema, numberOf('minLength', 0), numberOf('maxLength', 300));
    case 'integer':
    case 'number': {
      const [min, max] = [numberOf('minimum', -1_000), numberOf('maximum', 1_000_000)];
      const whole = fc.integer({ min: Math.ceil(min), max: Math.floor(max) });
      const bounds = fc.constantFrom(min, max);
      return type === 'integer'
        ? fc.oneof(whole, bounds)
        : fc.oneof(whole, bounds, fc.double({ min, max, noNaN: true }));
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const [minLength, maxLength] = [numberOf('minItems', 0), Math.min(numberOf('maxItems', 4), 40)];
      return fc.array(candidatesOf((schema.items ?? {}) as Schema), { minLength, maxLength, size: '-1' });
    }
    default: {
      const properties = Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>);
      const requiredKeys = ((schema.required ?? []) as string[]).filter((key) =>
        properties.some(([name]) => name === key),
      );
      return fc.record(Object.fromEntries(properties.map(([name, each]) => [name, valuesOf(each)])), {
        requiredKeys,
        noNullPrototype: true,
      });
    }
  }
}

function texts({ pattern, format }: Schema, minLength: number, maxLength: number): fc.Arbitrary<string> {
  if (typeof format === 'string' && FORMATS[format] !== undefined) return FORMATS[format];
  if (typeof pattern === 'string' && !pattern.startsWith('^[^')) return fc.stringMatching(new RegExp(pattern));
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength, size: 'small' }),
    fc.string({ unit: 'binary', minLength, maxLength, size: 'small' }),
    fc.constantFrom(...ODD_TEXTS, 'x'.repeat(maxLength), '💡'.repeat(maxLength)),
  );
}

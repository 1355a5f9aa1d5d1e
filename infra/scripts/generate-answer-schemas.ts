/**
 * Derives the JSON Schemas of all answers from their types, doc comments included, and keeps them beside those types for
 * GET /api/openapi.json. Run after an answer changed: `node infra/scripts/generate-answer-schemas.ts`; a test says when that was forgotten.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import {
  API,
  type Checker,
  type Project,
  SymbolFlags,
  type Type,
  TypeFlags,
  type Symbol as TypeSymbol,
} from 'typescript/unstable/sync';

const root = path.resolve(import.meta.dirname, '..', '..');
const SOURCES = inFolder('query-service/contract/answers');
const KEPT = path.join(root, 'query-service', 'contract', 'answers', 'schemas.json');

/** What is answered is called so; everything else comes in because an answer names it. */
const ANSWER = /^\w+(Answer|Message)$/;

type Schema = Readonly<Record<string, unknown>>;

function inFolder(folder: string): readonly string[] {
  const names = readdirSync(path.join(root, folder)).filter((name) => name.endsWith('.ts'));
  return names.toSorted().map((name) => path.posix.join(folder, name));
}

/** The text of the file as it has to be. */
export function generate(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'linkledger-types-'));
  const api = new API();
  try {
    const compilerOptions = JSON.parse(readFileSync(path.join(root, 'tsconfig.json'), 'utf8')).compilerOptions;
    const config = path.join(folder, 'tsconfig.json');
    // Types alone: no package has to be found from there.
    const options = { ...compilerOptions, types: [] };
    const files = SOURCES.map((file) => path.join(root, file));
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files }));
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error('the types of the answers could not be read');
    return formatted(new Derivation(project).all(files));
  } finally {
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function formatted(schemas: Readonly<Record<string, Schema>>): string {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const args = [biome, 'format', '--stdin-file-path=query-service/contract/answers/schemas.json'];
  return execFileSync(process.execPath, args, { cwd: root, input: JSON.stringify(schemas), encoding: 'utf8' });
}

class Derivation {
  readonly #project: Project;
  readonly #checker: Checker;
  readonly #schemas = new Map<string, Schema>();

  constructor(project: Project) {
    this.#project = project;
    this.#checker = project.checker;
  }

  all(files: readonly string[]): Readonly<Record<string, Schema>> {
    for (const file of files) {
      const source = this.#project.program.getSourceFile(file);
      const module = source && this.#checker.getSymbolAtLocation(source);
      for (const symbol of module === undefined ? [] : this.#checker.getExportsOfModule(module)) {
        if (ANSWER.test(symbol.name)) this.#schemaOf(this.#checker.getDeclaredTypeOfSymbol(symbol));
      }
    }
    return Object.fromEntries([...this.#schemas].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  #schemaOf(type: Type): Schema {
    if (type.isUnionType()) return this.#named(type, () => this.#union(type.getTypes()));
    if (type.isLiteralType()) return { const: type.value };
    if (type.flags & (TypeFlags.String | TypeFlags.TemplateLiteral)) return { type: 'string' };
    if (type.flags & TypeFlags.Number) return { type: 'number' };
    if (type.flags & TypeFlags.Boolean) return { type: 'boolean' };
    if (type.flags & TypeFlags.Null) return { type: 'null' };
    if (type.flags & TypeFlags.Unknown) return {};
    if (this.#checker.isArrayType(type) && type.isTypeReference()) {
      const [items] = this.#checker.getTypeArguments(type);
      return { type: 'array', items: items === undefined ? {} : this.#schemaOf(items) };
    }
    if (type.isObjectType() || type.isIntersectionType()) return this.#named(type, () => this.#object(type));
    throw new Error(`no schema is known for the type ${this.#checker.typeToString(type)}`);
  }

  /** Object types with a name are written down once and referred to. */
  #named(type: Type, make: () => Schema): Schema {
    const symbol = type.getAliasSymbol() ?? (type.isClassOrInterface() ? type.getSymbol() : undefined);
    const isGeneric = type.getAliasTypeArguments().length > 0;
    if (symbol === undefined || isGeneric || !this.#isObject(type)) return make();
    const { name } = symbol;
    if (!this.#schemas.has(name)) {
      // First the name, so that a type that holds itself comes to an end.
      this.#schemas.set(name, {});
      this.#schemas.set(name, { ...this.#described(symbol), ...make() });
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  #isObject(type: Type): boolean {
    return type.isUnionType() ? type.getTypes().every((each) => this.#isObject(each)) : !this.#isPlain(type);
  }

  #isPlain(type: Type): boolean {
    return !type.isObjectType() && !type.isIntersectionType();
  }

  #union(types: readonly Type[]): Schema {
    const known = types.filter((type) => !(type.flags & TypeFlags.Undefined));
    const literals = known.flatMap((type) => (type.isLiteralType() ? type.value : []));
    const isNullable = known.some((type) => type.flags & TypeFlags.Null);
    const others = known.filter((type) => !type.isLiteralType() && !(type.flags & TypeFlags.Null));
    const schemas = others.map((type) => this.#schemaOf(type));
    if (literals.length === 2 && literals.every((value) => typeof value === 'boolean')) {
      schemas.push({ type: 'boolean' });
    } else if (literals.length > 0) {
      schemas.push(literals.length === 1 ? { const: literals[0] } : { type: typeof literals[0], enum: literals });
    }
    const [only] = schemas;
    if (schemas.length === 1 && only !== undefined) return isNullable ? nullable(only) : only;
    return { anyOf: isNullable ? [...schemas, { type: 'null' }] : schemas };
  }

  #object(type: Type): Schema {
    const properties = this.#checker.getPropertiesOfType(type).toSorted((a, b) => (a.name < b.name ? -1 : 1));
    const [index] = this.#checker.getIndexInfosOfType(type);
    const required = properties.filter(({ flags }) => !(flags & SymbolFlags.Optional)).map(({ name }) => name);
    return {
      type: 'object',
      ...(properties.length === 0
        ? {}
        : { properties: Object.fromEntries(properties.map((property) => [property.name, this.#property(property)])) }),
      ...(required.length === 0 ? {} : { required }),
      ...(index === undefined ? {} : { additionalProperties: this.#schemaOf(index.valueType) }),
    };
  }

  #property(symbol: TypeSymbol): Schema {
    const type = this.#checker.getTypeOfSymbol(symbol);
    if (type === undefined) throw new Error(`${symbol.name} has no type`);
    return { ...this.#schemaOf(type), ...this.#described(symbol) };
  }

  #described(symbol: TypeSymbol): Schema {
    const description = symbol
      .getDocumentationComment(this.#checker)
      .replaceAll(/\s*\n\s*/g, ' ')
      .trim();
    return description === '' ? {} : { description };
  }
}

/** In one piece where JSON Schema can say it so. */
function nullable(schema: Schema): Schema {
  if (Array.isArray(schema.enum)) return { ...schema, type: [schema.type, 'null'], enum: [...schema.enum, null] };
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** What is kept now. */
export function readGenerated(): string {
  return readFileSync(KEPT, 'utf8');
}

if (import.meta.main) writeFileSync(KEPT, generate());

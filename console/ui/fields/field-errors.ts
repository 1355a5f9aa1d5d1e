import { InputError } from '../../../command-service/contract/schema/parse.ts';
import { translateServerText } from '../../platform/language/server-texts.ts';

/** The first problem of each field, as the API's own schema reports it; empty where `parse` accepts the input. Pure. */
export function fieldErrors(parse: () => unknown): Readonly<Record<string, string>> {
  try {
    parse();
    return {};
  } catch (error) {
    if (error instanceof InputError) {
      return Object.fromEntries(Object.entries(error.fields).map(([name, text]) => [name, translateServerText(text)]));
    }
    throw error;
  }
}

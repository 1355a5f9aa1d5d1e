/** Signs in a script that it hides or changes links of its page. They prove nothing. Pure. */
import { HIDES, type StyleRule, styleRules } from './style-rules.ts';

export interface ScriptSigns {
  /** Whether it changes attributes of links, or what the page says to robots. */
  readonly changesLinks: boolean;
  /** The parts of the script that hide elements, which they name; '' if it hides none. */
  readonly hides: string;
  /** Whether these parts choose links, whatever their names. */
  readonly hidesLinks: boolean;
  /** Whether it moves elements into a shadow root, where they may have no slot. */
  readonly attachesShadow: boolean;
  /** The rules in its texts that hide elements. */
  readonly rules: readonly StyleRule[];
  /** The style sheets that it names, resolved. */
  readonly sheets: readonly string[];
}

/** What every sign has. One search leaves out most scripts. */
const MAY_MATTER =
  /\.(?:rel|attr|prop|hid|css|remove|replaceWith|unwrap|outerHTML|innerHTML|href|fadeOut|slideUp|addClass|toggleClass)|Attribute\(|classList|display|visibility|opacity|StyleSheet|insertRule|<style|["'`]style["'`]|robots|Shadow/;
const NO_SIGNS: ScriptSigns = {
  changesLinks: false,
  hides: '',
  hidesLinks: false,
  attachesShadow: false,
  rules: [],
  sheets: [],
};
const CHANGES_LINKS =
  /setAttribute\(\s*["'`](?:rel|href)["'`]|removeAttribute\(\s*["'`]href["'`]|\.rel\s*\+?=(?!=|\s*["'`](?:stylesheet|(?:module)?pre|dns-))|\.relList\b|\.(?:attr|prop)\(\s*(?:["'`](?:rel|href)["'`]\s*,|\{[^{}]{0,80}\b(?:rel|href)["'`]?\s*:)|\.removeAttr\(\s*["'`]href/;
const CHOOSES_LINKS =
  /document\.links\b|(?:querySelector(?:All)?|getElementsByTagName|jQuery|\$|find|closest)\(\s*["'`](?:[^"'`\n]{0,80}[\s>,])?a(?=["'`\s,:.[])/;
const SWAPS_LINKS = /\.href\s*=(?!=)|\.(?:replaceWith|unwrap)\(|\.(?:outer|inner)HTML\s*=(?!=)/;
const HIDES_CLEARLY = String.raw`\b(?:display|visibility|opacity)["'\]]*\s*[=,:]\s*["'${'`'}]?(?:none|hidden|0\b)|\.hidden\s*=\s*(?:true|!0)|\.(?:hide|remove|fadeOut|slideUp)\(`;
const HIDES_BY_CLASS = String.raw`classList\s*\.\s*(?:add|toggle|replace)\(|\.(?:addClass|toggleClass)\(|setAttribute\(\s*["'${'`'}](?:hidden|style|class)["'${'`'}]`;
const SCRIPT_HIDES = new RegExp(`${HIDES_CLEARLY}|${HIDES_BY_CLASS}`);
const EVERY_CLEARLY = new RegExp(HIDES_CLEARLY, 'g');
const WRITES_STYLES = ['CSSStyleSheet', 'insertRule', '<style', '"style"', "'style'", '`style`'];
const SHEET = /["'`]([^"'`\s]{1,300}\.css(?:\?[^"'`\s]*)?)["'`]/g;
const MAX_SHEETS = 3;

/** A longer file is a library or a bundle: what it chooses and what it hides must stand close together. */
const BUNDLE = 5_000;
/** The characters before and after a command that belong to it. */
const BEFORE = 200;
const AFTER = 50;
const MAX_PARTS = 100;

/** Reads a script in the page. `address`: of the page, or of the script's file. */
export function scriptSigns(script: string, address: string): ScriptSigns {
  if (!MAY_MATTER.test(script)) return NO_SIGNS;
  const hides = SCRIPT_HIDES.test(script) ? script : '';
  const isSwap = SWAPS_LINKS.test(script) && CHOOSES_LINKS.test(script);
  return signsOf(script, address, hides, isSwap || CHANGES_LINKS.test(script));
}

/** Reads the file of a script. */
export function scriptFileSigns(script: string, address: string): ScriptSigns {
  if (script.length <= BUNDLE) return scriptSigns(script, address);
  const changesLinks = /nofollow|sponsored|["'`\s]ugc\b/.test(script) && CHANGES_LINKS.test(script);
  return signsOf(script, address, partsThatHide(script), changesLinks);
}

function signsOf(script: string, address: string, hides: string, changesLinks: boolean): ScriptSigns {
  const writesStyles = WRITES_STYLES.some((word) => script.includes(word));
  return {
    changesLinks: changesLinks || (script.includes('robots') && /noindex|["'`\s,]none["'`\s,]/i.test(script)),
    hides,
    hidesLinks: hides !== '' && CHOOSES_LINKS.test(hides),
    attachesShadow: script.includes('attachShadow'),
    rules: writesStyles ? rulesIn(script) : [],
    sheets: script.includes('.css') ? sheetsIn(script, address) : [],
  };
}

/** The commands of a long script that hide elements, with the characters around. */
function partsThatHide(script: string): string {
  const parts: string[] = [];
  for (const { 0: command, index } of script.matchAll(EVERY_CLEARLY)) {
    if (parts.length >= MAX_PARTS) break;
    parts.push(script.slice(Math.max(0, index - BEFORE), index + command.length + AFTER));
  }
  return parts.join('\n');
}

/** The rules in the texts of a script. Its own blocks hide nothing when they are read as rules. */
function rulesIn(script: string): readonly StyleRule[] {
  return styleRules(script.replace(/["'`(]/g, ' ')).filter(({ body }) => HIDES.test(body));
}

function sheetsIn(script: string, address: string): readonly string[] {
  const sheets = new Set<string>();
  for (const [, path = ''] of script.matchAll(SHEET)) {
    const url = URL.parse(path, address);
    if (url !== null && /^https?:$/.test(url.protocol)) sheets.add(url.href);
    if (sheets.size >= MAX_SHEETS) break;
  }
  return [...sheets];
}

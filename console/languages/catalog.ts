/** Texts by key. */
export type Texts = Readonly<Record<string, string>>;

/** The texts of a language, by room. */
export type Catalog = Readonly<Record<string, Texts>>;

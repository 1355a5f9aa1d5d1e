/** The shape of every event in the catalogue. */

export type Event<Type extends string, Data extends object> = { readonly type: Type; readonly data: Data };

/** What an edit changes: the values of the changed fields before and after. */
export type Changes<Fields> = {
  readonly [Field in keyof Fields]?: { readonly from: Fields[Field]; readonly to: Fields[Field] };
};

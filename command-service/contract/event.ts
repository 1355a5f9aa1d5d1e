/** The shape of every event in the catalogue. */

export type Event<Type extends string, Data extends object> = { readonly type: Type; readonly data: Data };

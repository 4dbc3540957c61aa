import type { ResourceDefinition } from '../resource/defineResource.ts';
import type { KeyOf } from '../resource/fieldsOf.ts';
import type { Definitions } from '../resources/all.ts';
import type { CallMethod, CallShape } from './defineCall.ts';

type Step<A> = A extends { on: 'row' } ? ':id/' : '';
type MethodOf<A> = A extends { method: infer M extends CallMethod }
  ? M | (A extends { also: infer Also extends CallMethod } ? Also : never)
  : never;

/** Methods and path of an action of a resource. */
type AddressOf<D, A> = D extends ResourceDefinition ? AddressIn<D, A> : never;
type AddressIn<D extends ResourceDefinition, A> = A extends { path: infer Path extends string }
  ? `${MethodOf<A>} /api/v1/${D['app']}/${D['path']}/${Step<A>}${Path}/`
  : never;

type Entry<Address, Shape> = { address: Address; shape: Shape };

/** Variants without actions of their own, which serve those of their base under their own addresses. */
type VariantsOf<D> = {
  [K in keyof Definitions]: Definitions[K] extends { variantOf: KeyOf<D> }
    ? Definitions[K] extends { actions: object }
      ? never
      : Definitions[K]
    : never;
}[keyof Definitions];
type Place<D, A, At> = At extends 'own' ? D : A extends { variants: true } ? VariantsOf<D> : never;
type ActionIn<D, Name> = D extends { actions: { readonly [K in Name & string]: infer A } } ? A : never;

type EntriesOf<Declared, At> = Declared extends {
  definition: infer D extends ResourceDefinition;
  shapes: infer S extends { readonly [name: string]: CallShape };
}
  ? {
      [Name in keyof S]: Entry<AddressOf<Place<D, ActionIn<D, Name>, At>, ActionIn<D, Name>>, S[Name]>;
    }[keyof S]
  : never;
type EntryIn<Module, At> = { [K in keyof Module]: EntriesOf<Module[K], At> }[keyof Module];

/** The actions a module of `actions/` exports, by address. */
export type ActionCallsOf<Module> = {
  [E in EntryIn<Module, 'own'> as E['address'] & string]: E['shape'];
};

/** Actions of a module by the addresses of the variants that serve them. */
export type VariantCallsOf<Module> = {
  [E in EntryIn<Module, 'variant'> as E['address'] & string]: E['shape'];
};

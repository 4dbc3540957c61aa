/** A reason to stop that its message explains to the user; shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal';
}

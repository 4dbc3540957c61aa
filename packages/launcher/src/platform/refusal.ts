/** A reason not to go on that its message explains to the person at the terminal; shown without a stack. */
export class Refusal extends Error {
  override name = 'Refusal';
}

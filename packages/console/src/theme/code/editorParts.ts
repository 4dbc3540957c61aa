import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  GutterMarker,
  gutterLineClass,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';

/** A line that needs attention, and why. */
export type LineMark = { line: number; text: string };

/** How code is written. */
export type CodeLanguage = 'yaml' | 'plain';

/** Replaces the marks of an editor. */
export const setMarks = StateEffect.define<readonly LineMark[]>();

const markedGutter = new (class extends GutterMarker {
  override elementClass = 'cm-markedGutter';
})();

const linesOf = (state: EditorState, marks: readonly LineMark[]) => {
  const reasons = new Map<number, string>();
  for (const { line, text } of marks)
    if (line >= 1 && line <= state.doc.lines)
      reasons.set(line, [reasons.get(line), text].filter(Boolean).join(' '));
  return [...reasons]
    .sort(([a], [b]) => a - b)
    .map(([line, text]) => ({ at: state.doc.line(line).from, text }));
};

const built = (state: EditorState, marks: readonly LineMark[]): DecorationSet => {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { at, text } of linesOf(state, marks))
    builder.add(at, at, Decoration.line({ class: 'cm-marked', attributes: { title: text } }));
  return builder.finish();
};

/** Marks follow their lines while text is typed, until they are replaced. */
const markedLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (marks, transaction) =>
    transaction.effects.reduce(
      (found, effect) => (effect.is(setMarks) ? built(transaction.state, effect.value) : found),
      marks.map(transaction.changes),
    ),
  provide: (field) => [
    EditorView.decorations.from(field),
    gutterLineClass.compute([field], (state) => {
      const builder = new RangeSetBuilder<GutterMarker>();
      state.field(field).between(0, state.doc.length, (from) => builder.add(from, from, markedGutter));
      return builder.finish();
    }),
  ],
});

const languages: Record<CodeLanguage, Extension> = {
  // Two blanks, as Ansible and its documentation indent.
  yaml: [yaml(), indentUnit.of('  '), indentOnInput(), bracketMatching(), keymap.of([indentWithTab])],
  plain: [],
};

/** What every code editor is made of. */
export const editorParts = (language: CodeLanguage): Extension => [
  lineNumbers(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  history(),
  drawSelection(),
  EditorState.tabSize.of(2),
  EditorView.lineWrapping,
  syntaxHighlighting(classHighlighter),
  languages[language],
  keymap.of([...defaultKeymap, ...historyKeymap]),
  markedLines,
];

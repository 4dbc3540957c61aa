import { Compartment, EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './CodeEditor.module.css';
import { type CodeLanguage, editorParts, type LineMark, setMarks } from './editorParts.ts';

type Props = {
  value: string;
  onChange?: (text: string) => void;
  onBlur?: (() => void) | undefined;
  language?: CodeLanguage;
  isReadOnly?: boolean | undefined;
  /** Lines that need attention. */
  marks?: readonly LineMark[];
  /** Takes the height of its place instead of that of its text. */
  fills?: boolean;
  /** Attributes of the element that is typed into, such as its name for screen readers. */
  attributes: { readonly [name: string]: string | undefined };
};

const NONE: readonly LineMark[] = [];

const attributesOf = (attributes: Props['attributes'], isReadOnly: boolean) => [
  EditorState.readOnly.of(isReadOnly),
  EditorView.contentAttributes.of({
    ...Object.fromEntries(
      Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    'aria-readonly': String(isReadOnly),
    autocapitalize: 'off',
    spellcheck: 'false',
  }),
];

/**
 * An editor for code with line numbers. In YAML, Tab indents; after Escape, Tab leaves the editor.
 */
export function CodeEditor({ value, language = 'plain', isReadOnly = false, marks = NONE, ...props }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const facts = useRef(new Compartment());
  const changed = useEffectEvent((text: string) => props.onChange?.(text));
  const blurred = useEffectEvent(() => props.onBlur?.());
  const start = useEffectEvent(() => ({ value, facts: attributesOf(props.attributes, isReadOnly) }));

  useEffect(() => {
    if (!place.current) return;
    const begun = start();
    const made = new EditorView({
      parent: place.current,
      state: EditorState.create({
        doc: begun.value,
        extensions: [
          editorParts(language),
          facts.current.of(begun.facts),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) changed(update.state.doc.toString());
            if (update.focusChanged && !update.view.hasFocus) blurred();
          }),
        ],
      }),
    });
    view.current = made;
    return () => {
      view.current = null;
      made.destroy();
    };
  }, [language]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  const said = JSON.stringify(props.attributes);
  useEffect(() => {
    const attributes = JSON.parse(said) as Props['attributes'];
    view.current?.dispatch({ effects: facts.current.reconfigure(attributesOf(attributes, isReadOnly)) });
  }, [said, isReadOnly]);

  useEffect(() => {
    view.current?.dispatch({ effects: setMarks.of(marks) });
  }, [marks]);

  return <div ref={place} className={`${styles.editor} ${props.fills ? styles.fills : ''}`} />;
}

import { EditorView } from '@codemirror/view';
import { act, screen } from '@testing-library/react';

// jsdom lays nothing out; the editor asks where its text is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

/** The code editor of this name. Keys cannot be typed into it without a layout. */
export const codeEditor = async (name: string): Promise<EditorView> => {
  const view = EditorView.findFromDOM(await screen.findByRole('textbox', { name }));
  if (!view) throw new Error(`${name} is no code editor`);
  return view;
};

/** Replaces the text of a code editor. */
export const typeCode = async (name: string, text: string): Promise<void> => {
  const view = await codeEditor(name);
  act(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }));
};

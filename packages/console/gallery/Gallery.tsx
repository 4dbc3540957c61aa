import { EmbeddedList } from '../src/engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../src/engine/list/ListSlots.ts';
import { FieldStates, states } from './FieldStates.tsx';
import styles from './Gallery.module.css';
import { LISTS } from './galleryServer.ts';
import { kinds } from './samples.ts';

const lists: [title: string, url: string, slots: ListSlots][] = [
  ['A list', LISTS.filled, { hasDateRange: true }],
  ['Without rows', LISTS.empty, {}],
  ['That could not be loaded', LISTS.broken, {}],
  ['Paged the other way', LISTS.paged, { paging: 'page' }],
  ['Unpaged', LISTS.whole, { paging: 'none' }],
  ['A hundred rows, thirty columns', LISTS.wide, { paging: 'none' }],
];

/** Every kind of field and every kind of list in its states, for eyes and cameras. */
export function Gallery() {
  return (
    <main className={styles.page}>
      <h1>Fields</h1>
      <div className={styles.scroll}>
        <table className={styles.fields}>
          <thead>
            <tr>
              {['Kind', ...states, 'Cell, empty', 'Cell, filled'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map((kind) => (
              <FieldStates key={kind} kind={kind} />
            ))}
          </tbody>
        </table>
      </div>
      <h1>Lists</h1>
      {lists.map(([title, url, slots]) => (
        <section key={url} aria-label={title} className={styles.list}>
          <h2>{title}</h2>
          <EmbeddedList name={`Gallery ${title}`} url={url} slots={slots} />
        </section>
      ))}
    </main>
  );
}

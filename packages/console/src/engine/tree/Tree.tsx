import CheckOutlined from '@ant-design/icons/CheckOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { type DragEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { TreeItem, TreeRoot } from '../../theme/kit/tree/TreeParts.tsx';
import { useTree } from '../../theme/kit/tree/useTree.ts';
import { cx } from '../table/cx.ts';
import styles from './Tree.module.css';
import { nameAndCount, type TreeLine } from './treeModel.ts';

/** State of a tree's checkbox. */
export type Checked = boolean | 'mixed';

type Props = {
  label: string;
  id?: string;
  lines: readonly TreeLine[];
  canOpen: (line: TreeLine) => boolean;
  onToggle: (line: TreeLine, open: boolean) => void;
  selected?: string;
  onSelect?: (line: TreeLine) => void;
  checkedOf?: (line: TreeLine) => Checked;
  onCheck?: (line: TreeLine) => void;
  isDisabled?: (line: TreeLine) => boolean;
  icon?: (line: TreeLine) => ReactNode;
  onMenu?: (line: TreeLine, at: { x: number; y: number }) => void;
  /** Whether a node may be dropped on another one; without this, nodes cannot be dragged. */
  canDrop?: (dragged: string, target: string) => boolean;
  onDrop?: (dragged: string, target: string) => void;
  /** An input that replaces the name while it is edited. */
  editor?: (line: TreeLine) => ReactNode | undefined;
  isDense?: boolean;
};

const BASE_INDENT = 4;
const INDENT = 16;

const spokenName = ({ node }: TreeLine): string => {
  const { name, count } = nameAndCount(node);
  return count === undefined ? name : `${name}, ${count}`;
};

/** Drag and drop between lines. */
const useDrag = (canDrop: Props['canDrop'], onDrop: Props['onDrop']) => {
  const [dragged, setDragged] = useState<string>();
  const [target, setTarget] = useState<string>();
  return ({ node }: TreeLine) =>
    canDrop && {
      draggable: true,
      'data-drop': target === node.id,
      onDragStart: () => setDragged(node.id),
      onDragEnd: () => {
        setDragged(undefined);
        setTarget(undefined);
      },
      onDragOver: (event: DragEvent) => {
        if (dragged === undefined || !canDrop(dragged, node.id)) return;
        event.preventDefault();
        setTarget(node.id);
      },
      onDrop: () => dragged !== undefined && onDrop?.(dragged, node.id),
    };
};

/** Arrow, checkbox, icon, name and count of a line. */
function LineContent({ line, of }: { line: TreeLine; of: Props }) {
  const { name, count } = nameAndCount(line.node);
  const opens = of.canOpen(line);
  const checked = of.checkedOf?.(line);
  return (
    <>
      <span
        className={styles.caret}
        aria-hidden="true"
        onClick={(event) => {
          if (!opens) return;
          event.stopPropagation();
          of.onToggle(line, !line.isOpen);
        }}
      >
        {opens && (line.isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />)}
      </span>
      {checked !== undefined && (
        <span className={styles.box} data-state={String(checked)} aria-hidden="true">
          {checked === true && <CheckOutlined aria-hidden />}
        </span>
      )}
      {of.icon && (
        <span className={styles.icon} aria-hidden="true">
          {of.icon(line)}
        </span>
      )}
      {of.editor?.(line) ?? <span className={styles.name}>{name}</span>}
      {count !== undefined && <span className={styles.count}>{formatNumber(count)}</span>}
    </>
  );
}

/** A tree for mouse, keyboard and screen readers. It draws the visible nodes, which `lines` lists. */
export function Tree(props: Props) {
  const { lines, selected, onSelect, checkedOf, onCheck, onMenu, canDrop } = props;
  const act = (line: TreeLine) => {
    if (props.isDisabled?.(line)) return;
    if (onCheck) onCheck(line);
    else onSelect?.(line);
  };
  const lineOf = new Map(lines.map((line) => [line.node.id, line]));
  const withLine = (action: (line: TreeLine) => void) => (id: string) => {
    const line = lineOf.get(id);
    if (line) action(line);
  };
  const facts = lines.map((line) => ({
    ...line,
    id: line.node.id,
    label: line.node.name,
    canOpen: props.canOpen(line),
  }));
  const tree = useTree(
    facts,
    {
      setOpen: (id, isOpen) => withLine((line) => props.onToggle(line, isOpen))(id),
      choose: withLine(act),
      menu:
        onMenu &&
        ((id, element) => {
          const { left, bottom } = element.getBoundingClientRect();
          withLine((line) => onMenu(line, { x: left + INDENT, y: bottom }))(id);
        }),
    },
    selected,
  );
  const dragProps = useDrag(canDrop, props.onDrop);
  return (
    <TreeRoot
      tree={tree}
      id={props.id}
      aria-label={props.label}
      aria-multiselectable={Boolean(onCheck)}
      className={cx(styles.tree, props.isDense && styles.dense)}
    >
      {facts.map((line) => {
        const { node } = line;
        return (
          <TreeItem
            key={node.id}
            line={line}
            isStop={node.id === tree.stop}
            aria-selected={onCheck ? undefined : node.id === selected}
            aria-checked={checkedOf?.(line)}
            aria-disabled={props.isDisabled?.(line)}
            aria-label={spokenName(line)}
            title={node.title && node.title !== node.name ? node.title : undefined}
            className={styles.line}
            style={{ paddingInlineStart: BASE_INDENT + (line.level - 1) * INDENT }}
            onClick={() => act(line)}
            onContextMenu={(event: MouseEvent) => {
              if (!onMenu) return;
              event.preventDefault();
              onMenu(line, { x: event.clientX, y: event.clientY });
            }}
            {...dragProps(line)}
          >
            <LineContent line={line} of={props} />
          </TreeItem>
        );
      })}
    </TreeRoot>
  );
}

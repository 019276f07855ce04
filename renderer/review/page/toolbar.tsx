import { Maximize2, RotateCw, ScanSearch, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../../components/button.tsx';
import { useFormats, useWords } from '../../words/words.tsx';
import styles from './page.module.css';
import { stepZoom, type Turn, turned, type Zoom } from './zoom.ts';

interface ToolbarProps {
  readonly scale: number;
  readonly zoom: Zoom;
  readonly turn: Turn;
  /** Text is not rotated. */
  readonly canTurn: boolean;
  readonly pages: number | undefined;
  readonly onZoom: (zoom: Zoom) => void;
  readonly onTurn: (turn: Turn) => void;
}

export function PageToolbar({ scale, zoom, turn, canTurn, pages, onZoom, onTurn }: ToolbarProps) {
  const words = useWords('review.page');
  const formats = useFormats();
  return (
    <div className={styles.toolbar} role="toolbar" aria-label={words('toolbar')}>
      <IconButton size="small" label={words('zoomOut')} icon={<ZoomOut />} onClick={() => onZoom(stepZoom(scale, -1))} />
      <span className={styles.zoomValue}>{formats.percent(scale)}</span>
      <IconButton size="small" label={words('zoomIn')} icon={<ZoomIn />} onClick={() => onZoom(stepZoom(scale, 1))} />
      <IconButton
        size="small"
        label={words('fit')}
        icon={<Maximize2 />}
        aria-pressed={zoom === 'fit'}
        onClick={() => onZoom('fit')}
      />
      <IconButton
        size="small"
        label={words('followField')}
        icon={<ScanSearch />}
        aria-pressed={zoom === 'field'}
        onClick={() => onZoom(zoom === 'field' ? 'fit' : 'field')}
      />
      {canTurn && <IconButton size="small" label={words('turn')} icon={<RotateCw />} onClick={() => onTurn(turned(turn))} />}
      {pages !== undefined && <span className={styles.pages}>{words('pages', { count: pages })}</span>}
    </div>
  );
}

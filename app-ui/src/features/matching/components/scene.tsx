import type { ReactNode } from 'react';
import illustration from '../../../shared/illustrations/illustrations.module.css';
import styles from './scene.module.css';

export type SceneName = 'finding' | 'potential' | 'awaiting' | 'group' | 'outside';

interface FigureProps {
  x: number;
  y: number;
  size?: number;
  isYounger?: boolean;
}

function Figure({ x, y, size = 1, isYounger = false }: FigureProps) {
  return (
    <g
      className={isYounger ? illustration.younger : illustration.elder}
      transform={`translate(${x} ${y}) scale(${size})`}
    >
      <circle cx="0" cy="-44" r="12" />
      <path d="M-22 16v-20c0-14 10-24 22-24s22 10 22 24v20z" />
    </g>
  );
}

/** Draws the people of a stage on the same hills as the rest of the app. Decorative. */
export function Scene({ name }: { name: SceneName }) {
  return (
    <svg
      aria-hidden="true"
      className={`${illustration.scene} ${styles.scene}`}
      viewBox="0 0 320 220"
      preserveAspectRatio="xMidYMax slice"
      focusable="false"
      data-scene={name}
    >
      <rect className={illustration.sky} width="320" height="220" />
      <g className={styles.light}>
        <circle className={illustration.halo2} cx="160" cy="118" r="118" />
        <circle className={illustration.halo1} cx="160" cy="118" r="82" />
        <circle className={illustration.sun} cx="160" cy="118" r="48" />
      </g>
      <path className={illustration.far} d="M0 160c40-16 70-40 120-30s60 30 110 12 60-22 90-14v92H0z" />
      <path className={illustration.middle} d="M0 186c60-26 96-22 150-12s110 16 170-18v64H0z" />
      {PEOPLE[name]}
      <path className={illustration.near} d="M0 204c70-18 130-16 180-8s90 8 140-8v32H0z" />
    </svg>
  );
}

const path = (d: string) => <path className={styles.trail} d={d} />;

const PEOPLE = {
  finding: (
    <>
      {path('M70 178C110 140 200 210 250 168')}
      <Figure x={56} y={187} size={0.95} />
      <Figure x={266} y={189} size={0.8} isYounger />
    </>
  ),
  potential: (
    <>
      <Figure x={70} y={191} size={0.7} />
      <Figure x={124} y={188} size={0.9} />
      <Figure x={182} y={190} size={0.78} />
      <Figure x={258} y={189} size={0.84} isYounger />
    </>
  ),
  awaiting: (
    <>
      {path('M96 184C140 168 190 196 320 150')}
      <Figure x={84} y={188} size={0.9} isYounger />
    </>
  ),
  group: (
    <>
      <Figure x={72} y={190} size={0.76} isYounger />
      <Figure x={122} y={190} size={0.76} isYounger />
      <Figure x={178} y={186} size={1} />
      <Figure x={232} y={190} size={0.76} isYounger />
      <circle className={styles.place} cx="276" cy="166" r="15" />
    </>
  ),
  outside: (
    <>
      {path('M40 206C90 160 150 214 214 150')}
      <Figure x={226} y={187} size={0.92} />
    </>
  ),
} as const satisfies Record<SceneName, ReactNode>;

import type { ReactNode } from 'react';
import classes from './SignInIllustration.module.css';

interface Stop {
  x: number;
  y: number;
  label: string;
  labelX: number;
  labelY: number;
  anchor: 'start' | 'middle' | 'end';
  /** SVG path of the icon, in a 24 px square around the stop. */
  icon: string;
}

const stops: readonly Stop[] = [
  {
    x: 300,
    y: 110,
    label: 'Referred',
    labelX: 300,
    labelY: 62,
    anchor: 'middle',
    icon: 'M-1.5 1.5 9-9 3 9 -1 1.5-9-2Z',
  },
  {
    x: 490,
    y: 300,
    label: 'Accepted',
    labelX: 536,
    labelY: 306,
    anchor: 'start',
    icon: 'M-8 0.5-2.5 6 8-5',
  },
  {
    x: 300,
    y: 490,
    label: 'Seen',
    labelX: 300,
    labelY: 550,
    anchor: 'middle',
    icon: 'M-8-6H8V8H-8ZM-8-1.5H8M-4-9V-4M4-9V-4M-2.5 3.5-0.5 5.5 3 2',
  },
  {
    x: 110,
    y: 300,
    label: 'Answered',
    labelX: 64,
    labelY: 306,
    anchor: 'end',
    icon: 'M-9-7H9V5H0L-5 9V5H-9ZM-4.5-3H4.5M-4.5 1H1.5',
  },
];

/** Illustration of the sign-in page: a referral circles the patient, and the reply closes the loop. */
export function SignInIllustration(): ReactNode {
  return (
    <svg className={classes['picture']} viewBox="-60 30 720 550" aria-hidden focusable="false">
      <g className={classes['rings']}>
        <circle cx="300" cy="300" r="122" />
        <circle cx="300" cy="300" r="258" />
        <circle cx="300" cy="300" r="326" />
      </g>
      <circle className={classes['track']} cx="300" cy="300" r="190" />
      <path className={classes['gone']} d="M300 110A190 190 0 1 1 110 300" />
      <path className={classes['closing']} pathLength="1" d="M110 300A190 190 0 0 1 300 110" />
      <g className={classes['patient']}>
        <circle cx="300" cy="276" r="26" />
        <path d="M246 352c4-30 26-46 54-46s50 16 54 46" />
      </g>
      {stops.map((stop) => (
        <g key={stop.label}>
          <circle className={classes['stop']} cx={stop.x} cy={stop.y} r="26" />
          <path className={classes['icon']} d={stop.icon} transform={`translate(${stop.x} ${stop.y})`} />
          <text className={classes['label']} x={stop.labelX} y={stop.labelY} textAnchor={stop.anchor}>
            {stop.label}
          </text>
        </g>
      ))}
    </svg>
  );
}

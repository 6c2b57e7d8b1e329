import { HttpError } from 'ui-kit';

/** Whether a link does not work any more; nothing says why. */
export const isOver = (error: unknown): boolean => error instanceof HttpError && error.code === 'link_over';

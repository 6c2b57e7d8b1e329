import type { Role, Sides } from '../survey-window';

/** The name of a role where both have a number. */
export const sideOf = (role: Role): keyof Sides => (role === 'mentor' ? 'mentors' : 'mentees');

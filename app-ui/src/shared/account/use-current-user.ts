import { useOutletContext } from 'react-router';
import type { Profile } from 'ui-kit';

/** Returns the profile of the signed-in person, which the app layout provides to its pages. */
export const useCurrentUser = () => useOutletContext<Profile>();

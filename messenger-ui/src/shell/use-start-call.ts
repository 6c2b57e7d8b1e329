import { useRuntimeHolder } from './messenger-provider';
import { sections } from './sections';

/** Returns a function that starts or joins the call of a channel, from any page with a `CallHost`. */
export function useStartCall(): (channelId: string) => void {
  const holder = useRuntimeHolder();
  return (channelId) => {
    sections.show('video');
    void holder.peek()?.callManager.open({ channelId });
  };
}

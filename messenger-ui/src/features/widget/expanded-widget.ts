import { ExternalStore } from '../../external-store';
import { browserStorage } from '../../model/storage';

const KEY = 'mentor-hub.widget';
const storage = browserStorage();

/** Whether the widget is expanded; stored on this device. */
class ExpandedWidget extends ExternalStore<boolean> {
  expand(isExpanded: boolean): void {
    storage.set(KEY, isExpanded ? 'expanded' : 'collapsed');
    this.set(isExpanded);
  }
}

export const expandedWidget = new ExpandedWidget(storage.get(KEY) === 'expanded');

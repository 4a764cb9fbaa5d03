import type { Stores } from '../../../src/ports/index.ts';
import type { Clients } from '../clients/clients.ts';
import type { VirtualTime } from '../clock/virtual-time.ts';
import type { ActiveFaults } from '../faults/active-faults.ts';
import type { MapsOfDay } from '../maps/watched-maps.ts';
import type { Internet } from '../network/internet.ts';
import type { Service } from '../service/service.ts';
import type { Story } from '../story/story.ts';
import type { World } from '../world/world.ts';

/** A rule that holds in every run, whatever goes wrong. */
export interface Invariant {
  /** Short, as it is printed and looked for. */
  readonly name: string;
  /** What it promises to a user, in one sentence. */
  readonly promise: string;
  /** Watches one run from its beginning. Returns what it checks at other times, if anything. */
  readonly watch: (run: WatchedRun) => Watch | undefined;
}

/** When a rule is checked, besides whenever something happens that its watch listens to. All are optional. */
export interface Watch {
  /** Every ten minutes of simulated time. */
  readonly regularly?: () => void | Promise<void>;
  /** When the storm has been over for long enough that everything should have finished. */
  readonly afterCalm?: () => void | Promise<void>;
  /** When all processes are closed, and nothing can happen any more. */
  readonly atEnd?: () => void | Promise<void>;
}

/** What an invariant may look at. */
export interface WatchedRun {
  readonly time: VirtualTime;
  readonly story: Story;
  readonly world: World;
  readonly internet: Internet;
  readonly service: Service;
  readonly clients: Clients;
  readonly faults: ActiveFaults;
  /** Those of the classes of `src`, in every process. */
  readonly maps: MapsOfDay;
  /** The shared stores, without the link in between. */
  readonly stores: Stores;
  /** Ends the run. `subjects` are names that the story is searched for. */
  readonly fail: (message: string, subjects?: readonly string[]) => void;
}

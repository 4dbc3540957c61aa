import { createPlaces } from '../../engine/places.ts';
import type { Outcome, WayDeps, Work } from '../../engine/way.ts';
import type { Database } from '../methods.ts';
import { type DriverProcess, startDriver } from './driverProcess.ts';

/** Carries out work on databases, each in a process that has no other target at that time. */
export type Drivers = {
  carryOut: (database: Database, work: Work, deps: WayDeps) => Promise<Outcome>;
  /** Whether further statements would have to wait. */
  isFull: () => boolean;
  close: () => void;
};

/** How long a process waits for the next target before it is ended, in ms. */
const IDLE_MS = 20_000;

/** How many of the places statements may hold. */
const STATEMENT_SHARE = 0.75;

/** Processes start with the first targets and end when idle, so a runner without databases has none. */
export const createDrivers = (places: number): Drivers => {
  const turn = createPlaces(places);
  // Statements may run for a day; all other work on databases ends within minutes.
  const statements = createPlaces(Math.max(1, Math.floor(STATEMENT_SHARE * places)));
  const idle = new Map<DriverProcess, NodeJS.Timeout>();

  const take = (): DriverProcess => {
    for (const [driver, leaving] of idle) {
      clearTimeout(leaving);
      idle.delete(driver);
      if (driver.isAlive()) return driver;
    }
    return startDriver();
  };
  const keep = (driver: DriverProcess) => {
    driver.rest();
    const leave = () => {
      idle.delete(driver);
      driver.end();
    };
    idle.set(driver, setTimeout(leave, IDLE_MS).unref());
  };

  return {
    carryOut: async (database, work, deps) => {
      const turns = work.kind === 'run_command' ? [statements, turn] : [turn];
      const resume = turns.some((one) => one.isFull()) ? deps.pauseTime?.() : undefined;
      for (const one of turns) await one.enter();
      resume?.();
      try {
        deps.signal.throwIfAborted();
        const driver = take();
        try {
          return await driver.carryOut(database, work, deps);
        } finally {
          if (driver.isAlive()) keep(driver);
        }
      } finally {
        for (const one of turns) one.leave();
      }
    },
    isFull: () => statements.isFull() || turn.isFull(),
    close: () => {
      for (const [driver, leaving] of idle) {
        clearTimeout(leaving);
        driver.end();
      }
      idle.clear();
    },
  };
};

import { brokenInvariants } from '@spool/oracle/invariants.js';
import { canonicalForm } from './canonical-form.js';
import { movesFrom, type Move, type SearchSpace } from './moves.js';
import { copyWorld, step, type StepResult, type World } from './world.js';

/** A shortest way to a difference between model and engine. */
export interface Counterexample {
  readonly moves: readonly Move[];
  readonly differences: readonly string[];
}

/** What a search went through, and the first thing that it found. */
export interface SearchReport {
  readonly states: number;
  readonly transitions: number;
  readonly depth: number;
  readonly counterexample: Counterexample | null;
}

interface Node {
  readonly world: World;
  readonly parent: Node | null;
  readonly move: Move | null;
}

function follow(world: World, move: Move): StepResult {
  if (move.kind === 'tick') return { world: { ...world, nowMs: world.nowMs + 1 }, differences: [] };
  return step(copyWorld(world), move, world.nowMs);
}

function wayTo(node: Node): Move[] {
  if (node.parent === null || node.move === null) return [];
  return [...wayTo(node.parent), node.move];
}

/**
 * Visits every state that is reached in so many moves, breadth first, each once, and stops at the first difference.
 * It ends early when there is no new state: then it has seen all that can ever be.
 */
export function search(start: World, space: SearchSpace, depth: number): SearchReport {
  const visited = new Set([canonicalForm(start)]);
  let level: Node[] = [{ world: start, parent: null, move: null }];
  let transitions = 0;
  let reachedDepth = 0;
  while (level.length > 0 && reachedDepth < depth) {
    reachedDepth += 1;
    const next: Node[] = [];
    for (const node of level) {
      for (const move of movesFrom(node.world, space)) {
        const { world, differences } = follow(node.world, move);
        const form = canonicalForm(world);
        const isNew = !visited.has(form);
        const wrong = isNew ? [...differences, ...brokenInvariants(world.seen)] : differences;
        const reached = { world, parent: node, move };
        transitions += 1;
        if (wrong.length > 0) {
          const counterexample = { moves: wayTo(reached), differences: wrong };
          return { states: visited.size, transitions, depth: reachedDepth, counterexample };
        }
        if (isNew) next.push(reached);
        visited.add(form);
      }
    }
    level = next;
  }
  return { states: visited.size, transitions, depth: reachedDepth, counterexample: null };
}

/** A counterexample in lines that a person can follow. */
export function showCounterexample(found: Counterexample | null): string {
  if (found === null) return 'none';
  return [...found.moves.map((move) => JSON.stringify(move)), ...found.differences].join('\n');
}

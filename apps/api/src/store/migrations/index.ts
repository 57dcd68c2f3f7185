import type { MigrationInterface } from 'typeorm';
import { CreateQueueTables1764460800000 } from './1764460800000-create-queue-tables.js';
import { CreateAccessTables1764460800001 } from './1764460800001-create-access-tables.js';
import { KeepWhoRanInThreads1764482000000 } from './1764482000000-keep-who-ran-in-threads.js';
import { CreateErrorGroups1764486000000 } from './1764486000000-create-error-groups.js';
import { CreateChangeMarks1764487000000 } from './1764487000000-create-change-marks.js';
import { CreateOperationTables1764488000000 } from './1764488000000-create-operation-tables.js';
import { CreateStatistics1764488000000 } from './1764488000000-create-statistics.js';
import { NameOperators1764600000000 } from './1764600000000-name-operators.js';
import { CreateAuditLog1764600001000 } from './1764600001000-create-audit-log.js';
import { CreateSignInAttempts1764600002000 } from './1764600002000-create-sign-in-attempts.js';
import { CreateProviderSignIns1764620000000 } from './1764620000000-create-provider-sign-ins.js';
import { CreateSchemaFloor1764630000000 } from './1764630000000-create-schema-floor.js';
import { CountThreadDecisions1764640000000 } from './1764640000000-count-thread-decisions.js';

/** A migration's class; `name` ends with its time and is what the database remembers. */
export type Migration = new () => MigrationInterface & { readonly name: string };

/** Every migration, in the order in which they run. */
export const migrations: readonly Migration[] = [
  CreateQueueTables1764460800000,
  CreateAccessTables1764460800001,
  KeepWhoRanInThreads1764482000000,
  CreateErrorGroups1764486000000,
  CreateChangeMarks1764487000000,
  CreateOperationTables1764488000000,
  CreateStatistics1764488000000,
  NameOperators1764600000000,
  CreateAuditLog1764600001000,
  CreateSignInAttempts1764600002000,
  CreateProviderSignIns1764620000000,
  CreateSchemaFloor1764630000000,
  CountThreadDecisions1764640000000,
];

import { Controller } from '@nestjs/common';
import { routes } from '@spool/contracts';
import { Serves, type AnswerOf, type Call } from '../platform/serves.js';
import { operatorAnswer } from './operator-answer.js';
import { OperatorsService } from './operators.service.js';

/** What administrators do with operators. */
@Controller()
export class OperatorsController {
  constructor(private readonly operators: OperatorsService) {}

  @Serves(routes.listOperators)
  list({ query, caller }: Call<typeof routes.listOperators>) {
    return this.operators.list(query, caller);
  }

  @Serves(routes.createOperator)
  async create({
    body,
    act,
  }: Call<typeof routes.createOperator>): Promise<AnswerOf<typeof routes.createOperator>> {
    const { operator, password } = await this.operators.create(body, act);
    return { ...operatorAnswer(operator), ...(password === null ? {} : { password }) };
  }

  @Serves(routes.getOperator)
  get({ params, caller }: Call<typeof routes.getOperator>) {
    return this.operators.get(params.id, caller);
  }

  @Serves(routes.updateOperator)
  update({ params, body, act }: Call<typeof routes.updateOperator>) {
    return this.operators.update(params.id, body, act);
  }

  @Serves(routes.deleteOperator)
  delete({ params, act }: Call<typeof routes.deleteOperator>): Promise<void> {
    return this.operators.delete(params.id, act);
  }
}

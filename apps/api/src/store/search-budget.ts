/** A list that no index narrows ends after so long, in milliseconds, and says where its search goes on. */
export const searchBudgetMs = 120;

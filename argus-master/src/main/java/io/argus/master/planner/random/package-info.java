/** Random planning problems to measure the planner with. */
package io.argus.master.planner.random;

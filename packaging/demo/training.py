"""The training loop of target and draft: AdamW with a learning rate that rises and falls."""

import time
from collections.abc import Callable
from dataclasses import dataclass

import torch

REPORT_EVERY = 50


@dataclass(frozen=True, slots=True)
class Plan:
    """`learning_rate` is the highest one, reached after `warm_up` steps."""

    steps: int
    learning_rate: float
    weight_decay: float
    warm_up: int = 40


def fit(name: str, model: torch.nn.Module, plan: Plan, next_loss: Callable[[], torch.Tensor]) -> None:
    """Train `model` in place on one loss per step; at the end round its weights to bfloat16, as they will be saved."""
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(trained, lr=plan.learning_rate, weight_decay=plan.weight_decay, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: _share_of_highest_rate(plan, step))
    started = time.monotonic()
    for step in range(1, plan.steps + 1):
        loss = next_loss()
        optimizer.zero_grad(set_to_none=True)
        torch.autograd.backward(loss)
        torch.nn.utils.clip_grad_norm_(trained, 1.0)
        optimizer.step()
        schedule.step()
        if step % REPORT_EVERY == 0:
            print(f"{name} {step}/{plan.steps}  loss {loss.item():.4f}  {time.monotonic() - started:.0f} s", flush=True)
    model.bfloat16().float().eval()


def _share_of_highest_rate(plan: Plan, step: int) -> float:
    if step < plan.warm_up:
        return (step + 1) / plan.warm_up
    return max(0.02, 1 - (step - plan.warm_up) / (plan.steps - plan.warm_up))
